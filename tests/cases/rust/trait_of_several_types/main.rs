struct ReadError;
struct ParseError;
struct Failure;

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        Failure
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Self {
        Failure
    }
}

fn run(error: ReadError) -> Failure {
    Failure::from(error)
}
