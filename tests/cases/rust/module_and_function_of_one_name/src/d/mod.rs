pub fn d(){}
pub fn helper(){}
