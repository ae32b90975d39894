(** Oracle and checkers as OCaml. Positive numbers and integers become the big
    integers of zarith; the greatest common divisor with its quotients, which
    lowest terms need, is computed by zarith as well. *)
From Coq Require Import ZArith QArith.
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlZBigInt.
From peskun.definitions Require Import rules kernels.
From peskun.executable Require Import rationals simulation oracle checker.
From peskun.executable Require Import chain_certificates rule_certificates.

Extraction Language OCaml.
Set Warnings "-extraction".
Extract Constant Z.ggcd => "(fun a b ->
  let g = Big_int_Z.gcd_big_int a b in
  (g, (Big_int_Z.div_big_int a g, Big_int_Z.div_big_int b g)))".
Extraction "programs.ml" checker.checker checker.square checker.balances checker.preserves
  checker.is_stochastic simulation.entry simulation.vector simulation.well_formed
  oracle.family_table oracle.oracle oracle.oracle_target oracle.pmc_oracle
  oracle.pmc_oracle_target chain_certificates.shows_imbalance
  chain_certificates.shows_imbalance_of_rows chain_certificates.shows_drift
  chain_certificates.shows_stationary chain_certificates.shows_reducible
  chain_certificates.shows_periodic rule_certificates.shows_best rule_certificates.shows_bayes.
