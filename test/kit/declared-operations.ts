import { readFileSync } from 'node:fs';
import { openApiDocument } from '#functions/openapi-document.ts';
import { lazy } from './lazy.ts';

const differences = lazy(() => {
  const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));
  return [...differencesOf(openApiDocument(), document, '')].slice(0, 5);
});

export function assertDocumented(): void {
  if (differences().length > 0) throw new Error(`openapi.json is out of date (npm run openapi) at ${differences().join(' and ')}.`);
}

function* differencesOf(value: unknown, other: unknown, place: string): Generator<string> {
  if (JSON.stringify(value) === JSON.stringify(other)) return;
  const isPair = [value, other].every((part) => typeof part === 'object' && part !== null);
  if (!isPair) yield place;
  else
    for (const name of new Set([...Object.keys(value as object), ...Object.keys(other as object)])) {
      const { [name]: own } = value as Record<string, unknown>;
      const { [name]: documented } = other as Record<string, unknown>;
      if (documented !== undefined || !mayBeNew.test(place)) yield* differencesOf(own, documented, `${place}/${name}`);
    }
}

/** The test of a new endpoint passes before `npm run openapi`. */
const mayBeNew = /^\/(paths|components\/schemas)$/;
