export const List = (props) => <ul>{props.children}</ul>;
