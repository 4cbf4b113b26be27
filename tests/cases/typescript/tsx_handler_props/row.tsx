interface RowProps {
  names: string[];
  onSelect: (name: string) => void;
  render?: () => unknown;
}

export const Row = (props: RowProps) => {
  const { onSelect } = props;
  props.render?.();
  return <a onClick={() => onSelect('a')}>{props.names}</a>;
};
