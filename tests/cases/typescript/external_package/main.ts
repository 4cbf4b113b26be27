import { Injectable } from '@angular/core';
import type { Request } from 'express';
import { z } from 'zod';

const schema = z.object({});

export function run(request: Request, service: Service) {
  request.get('a');
  schema.parse({});
  new Injectable();
}

function get() {}
function parse() {}
