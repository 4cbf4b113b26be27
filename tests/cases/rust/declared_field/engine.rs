pub struct Engine {
    pub pump: Pump,
}

pub struct Pump;

impl Pump {
    pub fn flow(&self) {}
}

impl Engine {
    pub fn start(&self) {
        self.pump.flow();
    }
}
