import { Row } from './row';

interface Props {
  names: string[];
}

export function Table({ names }: Props) {
  const select = (name: string) => {
    console.log(name);
  };
  return <Row names={names} onSelect={select} render={() => <b />} />;
}
