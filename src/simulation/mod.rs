//! Perfect and cluster simulation of lattices: what produces data, and the
//! draws from p_θ that the exchange algorithm rests on (Section 5 of the paper).
//!
//! The Ising model gives a configuration the weight tᵀ, with T the number of
//! agreeing neighbors and t = e^{2βJ} ≥ 1. Three ways lead to it:
//!
//! | way | what comes out | exact |
//! |---|---|---|
//! | [`MonotoneCoupling`] | a configuration, written against `Chance` | in rationals |
//! | [`PerfectSampler`], [`MultiSpinSampler`] | the same, fast | up to 2⁻⁶⁴ in each probability |
//! | [`agreements_law`] | T alone, from the exact counts | without any rounding |
//!
//! [`LevelModel`] makes the last way a model that every algorithm runs on.
//!
//! [`Wolff`] and [`HeatBath`] are chains that leave the model invariant; the
//! maximum of the [`PseudoLikelihood`] estimates β from configurations.

mod adjacency;
mod all_configurations;
mod bond_weight;
mod configuration;
mod coupling;
mod direct;
mod heat_bath;
mod lanes;
mod levels;
mod multi_spin;
mod past;
mod perfect;
mod pseudo_likelihood;
mod refusal;
mod thresholds;
mod wolff;
mod words;

pub use adjacency::Adjacency;
pub use all_configurations::AllConfigurations;
pub use bond_weight::BondWeight;
pub use configuration::Configuration;
pub use coupling::MonotoneCoupling;
pub use direct::agreements_law;
pub use heat_bath::HeatBath;
pub use lanes::LANES;
pub use levels::LevelModel;
pub use multi_spin::MultiSpinSampler;
pub use perfect::PerfectSampler;
pub use pseudo_likelihood::PseudoLikelihood;
pub use refusal::SimulationError;
pub use thresholds::Thresholds;
pub use wolff::Wolff;
pub use words::Words;
