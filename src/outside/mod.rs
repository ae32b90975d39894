//! Kernels and chains that come from outside: a program in any language over a
//! pipe, a step written as a script, a matrix in a file.
