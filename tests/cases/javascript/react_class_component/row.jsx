export const Row = ({ onSelect }) => {
  onSelect();
  return null;
};
