import { groups } from '#functions/groups.ts';
import { type HttpFunctionName, httpFunctions } from '#functions/http.ts';
import { servedBy } from '#functions/served.ts';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { both, type Draft, withEntry, withImport } from './draft.ts';
import { type Form, formNameOf, forms, usualForm } from './forms.ts';
import { camel, capital, pascal, testKit, words } from './names.ts';

const methods: Readonly<Record<string, 'GET' | 'DELETE'>> = {
  list: 'GET',
  read: 'GET',
  remove: 'DELETE',
  delete: 'DELETE',
};

/** Writes an endpoint with the path and the credentials of its neighbours in the folder. */
export function newEndpoint(
  draft: Draft,
  { folder, name, auth }: { folder: string; name: string; auth?: string | undefined },
  declared: readonly AnyEndpoint[],
): void {
  if (!/^[a-z]+(-[a-z0-9]+)+$/.test(name)) throw new Error(`"${name}" is not a verb and a noun, such as list-things.`);
  const method = methods[name.split('-')[0] ?? ''] ?? 'POST';
  const form = formOf(folder, declared, auth);
  const sameCaller = declared.filter((endpoint) => formNameOf(endpoint.auth) === form.auth);
  const id = camel(name);
  const endpoint = {
    name,
    method,
    path: `${prefixOf(folder, sameCaller.length > 0 ? sameCaller : declared)}/${name.split('-').slice(1).join('-')}`,
    form,
  };
  const list = listOf(draft, folder, method);
  if (draft.textOf(list)?.includes(`'./${name}.ts'`)) throw new Error(`${folder} has an endpoint ${id} already.`);
  draft.create(`functions/api/${folder}/${name}.ts`, endpointText(endpoint));
  draft.create(`test/api/${folder}/${name}.test.ts`, testText(id, groupOf(declared), form));
  draft.edit(list, `lists ${id}`, (text) => withExport(text, `export { ${id} } from './${name}.ts';`));
}

export const withExport = (text: string, line: string) => `${[...text.trimEnd().split('\n'), line].filter(Boolean).sort().join('\n')}\n`;

/** Folders that two functions serve have a list for each. The first write of a folder makes the second list. */
function listOf(draft: Draft, folder: string, method: string): string {
  const [all, reads, writes] = ['endpoints', 'reads', 'writes'].map((name) => `functions/api/${folder}/${name}.ts`) as [
    string,
    string,
    string,
  ];
  if (draft.textOf(reads) === null) return all;
  if (method === 'GET') return reads;
  if (draft.textOf(writes) === null) {
    draft.create(writes, '');
    draft.edit(all, 'lists writes', (text) => withExport(text, "export * from './writes.ts';"));
    serve(draft, 'advertiser-writes', folder, 'writes');
  }
  return writes;
}

export function serve(draft: Draft, file: string, folder: string, list: string): void {
  draft.edit(
    `functions/http/${file}.ts`,
    `serves ${folder}`,
    both(
      withImport(`import * as ${camel(folder)} from '#functions/api/${folder}/${list}.ts';`),
      withEntry(/httpFunction\(\n {2}\{/, `...${camel(folder)},`),
    ),
  );
}

function formOf(folder: string, declared: readonly AnyEndpoint[], auth: string | undefined): Form {
  const usual = usualForm(declared.map((endpoint) => endpoint.auth));
  const choices = Object.keys(forms).join(', ');
  if (auth === undefined && !usual)
    throw new Error(`The endpoints of ${folder} are open, or check a signature. Name who may call this one: --auth ${choices}.`);
  const form = auth === undefined ? usual : forms[auth];
  if (!form) throw new Error(`--auth is one of ${choices}.`);
  const serving = Object.entries(servedBy).filter(([, { endpoints }]) =>
    Object.values<AnyEndpoint>(endpoints).some((endpoint) => declared.includes(endpoint)),
  );
  for (const [name, serves] of serving) {
    const needs: object = 'needs' in serves ? serves.needs : {};
    if (form.recognizedBy && !(form.recognizedBy in needs))
      throw new Error(
        `The function ${name}, which serves ${folder}, does not recognize callers of the kind ${form.auth}. ` +
          `functions/http/${httpFunctions[name as HttpFunctionName].file}.ts names its needs.`,
      );
  }
  return form;
}

export function groupOf(declared: readonly AnyEndpoint[]): string {
  const group = Object.entries(groups).find(([, endpoints]) =>
    Object.values<AnyEndpoint>(endpoints).some((endpoint) => declared.includes(endpoint)),
  );
  if (!group) throw new Error('functions/groups.ts has no group with these endpoints.');
  return group[0];
}

/** The longest beginning that half of the paths share. */
function prefixOf(folder: string, declared: readonly AnyEndpoint[]): string {
  const paths = declared.map(({ path }) => path as string);
  const least = Math.max(paths.length / 2, Math.min(2, paths.length));
  const parents = paths.flatMap((path) => {
    const segments = path.split('/');
    return segments.map((_, at) => segments.slice(0, at).join('/')).filter((parent) => !parent.includes('{'));
  });
  const prefix = parents
    .filter((parent) => paths.filter((path) => path.startsWith(`${parent}/`)).length >= least)
    .reduce((longest, parent) => (parent.length > longest.length ? parent : longest), '');
  return prefix === '' || prefix === '/api/v1' ? `${prefix}/${folder.split('/').at(-1)}` : prefix;
}

const endpointText = ({ name, method, path, form }: { name: string; method: string; path: string; form: Form }) =>
  `import * as z from 'zod';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';

export const ${camel(name)} = defineEndpoint({
  id: '${camel(name)}',
  method: '${method}',
  path: '${path}',
  auth: '${form.auth}',
  summary: '${capital(words(name))}',
  description: '${form.description}',
  responses: {
    200: z.object({ ${form.field} }).meta({ id: '${pascal(name)}Result' }),
  },
  example: { responses: { 200: ${form.example} } },

  async handle${form.handle}
  },
});
`;

const testText = (id: string, group: string, { test }: Form) =>
  `import { ${test.imports}, type TestApp } from '${testKit}/harness.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});

it('${test.title}', async () => {
${test.call.replace('CALL', `app.${camel(group)}.${id}`)}
});
`;
