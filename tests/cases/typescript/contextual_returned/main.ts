class Door {
  open() {}
}

type Handler = (door: Door) => void;
type Maker = () => Handler;

const make: (name: string) => Handler = (name) => (door) => door.open();
const makeByName: Maker = () => (door) => door.open();
const makeMaker: (name: string) => () => Handler = (name) => () => (door) => {
  door.open();
};
