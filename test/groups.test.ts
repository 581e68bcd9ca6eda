import { globSync } from 'node:fs';
import { groups } from '#functions/groups.ts';
import { served } from '#functions/served.ts';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';

const idsOf = (lists: Record<string, Record<string, AnyEndpoint>>) =>
  Object.values(lists)
    .flatMap((list) => Object.values(list).map(({ id }) => id))
    .sort();

async function declared() {
  const files = globSync('functions/api/**/endpoints.ts', { cwd: process.cwd() });
  const folders: [string, Record<string, AnyEndpoint>][] = [];
  for (const file of files) folders.push([file, await import(`#${file}`)]);
  return Object.fromEntries(folders);
}

it('every endpoint is served by one function', async () => {
  expect(idsOf(served)).toEqual(idsOf(await declared()));
});

it('every endpoint is documented in one group, which bears the name of its folder', async () => {
  const byFolder = Object.entries(await declared()).flatMap(([file, list]) =>
    Object.values(list).map(({ id }) => `${file.split('/')[2]} ${id}`),
  );
  const byGroup = Object.entries(groups).flatMap(([group, list]: [string, Record<string, AnyEndpoint>]) =>
    Object.values(list).map(({ id }) => `${group} ${id}`),
  );
  expect(byGroup.sort()).toEqual(byFolder.sort());
});
