import React from 'react';
import { Row } from './row.jsx';

export class Table extends React.Component {
  constructor(props) {
    super(props);
    this.select = this.select.bind(this);
  }

  select() {
    this.setState({});
    this.refresh();
  }

  refresh() {}

  render() {
    return <Row onSelect={this.select} />;
  }
}
