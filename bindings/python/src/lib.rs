//! What does a Python program ask of the engine? Boards and PGN as objects of their own, the law as JSON that the
//! Python beside this crate gives its types.

mod board;
mod law;
mod moves;
mod pgn;

use pyo3::prelude::*;

/// The engine inside the package `jadoube`.
#[pymodule(gil_used = false)]
fn _jadoube(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    let py = module.py();
    module.add("InvalidMoveError", py.get_type::<moves::InvalidMoveError>())?;
    module.add("IllegalMoveError", py.get_type::<moves::IllegalMoveError>())?;
    module.add("AmbiguousMoveError", py.get_type::<moves::AmbiguousMoveError>())?;
    module.add_class::<moves::Move>()?;
    module.add_class::<moves::Piece>()?;
    module.add_class::<board::Board>()?;
    module.add_class::<board::LegalMoves>()?;
    module.add_class::<board::Outcome>()?;
    module.add_class::<pgn::PgnGame>()?;
    module.add_class::<pgn::Games>()?;
    module.add_class::<law::Sitting>()?;
    module.add_function(wrap_pyfunction!(pgn::last_game, module)?)?;
    module.add_function(wrap_pyfunction!(pgn::tally, module)?)?;
    module.add_function(wrap_pyfunction!(law::rule, module)?)?;
    module.add_function(wrap_pyfunction!(law::judge, module)?)?;
    module.add_function(wrap_pyfunction!(law::laws, module)?)?;
    module.add_function(wrap_pyfunction!(law::compare, module)?)?;
    module.add_function(wrap_pyfunction!(law::read, module)?)?;
    module.add_function(wrap_pyfunction!(law::prove, module)?)?;
    module.add_function(wrap_pyfunction!(law::convert, module)?)?;
    Ok(())
}
