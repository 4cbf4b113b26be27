import { Button } from './button';
import type { FC } from 'react';

interface Props {
  onSave(): void;
  title: Title;
}

class Title {
  text() {}
}

export const Page: FC<Props> = ({ onSave }) => <Button<string> onClick={() => onSave()} />;

export function View(props: Props) {
  props.onSave();
  return <Page {...props}>{props.title.text()}</Page>;
}
