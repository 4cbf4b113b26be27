import React, { useState } from 'react';
import * as lodash from 'lodash/fp';
import { readFile } from 'node:fs/promises';
import express from 'express';

function get() {}

export async function run() {
  useState(0);
  React.createElement('a');
  lodash.map([]);
  await readFile('a');
  const app = express();
  app.get('/');
}

class Model extends React.Component {
  show() {
    this.setState({});
  }
}
