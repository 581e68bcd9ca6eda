import { readFileSync } from 'node:fs';
import builtIn from '#shared/clicks/rules/data-centres.json' with { type: 'json' };
import { type DataCentres, dataCentresOf } from '#shared/clicks/rules/data-centres.ts';

export const dataCentresFrom = (path: string): DataCentres =>
  dataCentresOf(() => (path ? JSON.parse(readFileSync(path, 'utf8')) : builtIn));
