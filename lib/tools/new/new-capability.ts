import { both, type Draft, withEntry, withImport } from './draft.ts';
import { capital, checkName, namesOf, testKit, words } from './names.ts';
import { serve } from './new-endpoint.ts';

type Names = ReturnType<typeof namesOf>;

/** Writes a capability with one kind of item and an endpoint that lists the items. */
export function newCapability(draft: Draft, name: string): void {
  checkName(name);
  const names = namesOf(name);
  const { id } = names;
  if (draft.textOf(`shared/${name}/items.ts`) !== null) throw new Error(`shared/${name} exists already.`);
  draft.create(`shared/${name}/items.ts`, itemsText(names));
  draft.create(`shared/${name}/needs.ts`, needsText(names));
  draft.create(`shared/${name}/store/${name}.ts`, storeText(names));
  draft.create(`shared/${name}/rules/limits.ts`, `export const max${names.type} = 100;\n`);
  draft.create(`shared/${name}/README.md`, readmeText(names));
  draft.create(`functions/api/${name}/list-${name}.ts`, endpointText(names));
  draft.create(`functions/api/${name}/reads.ts`, `export { list${names.type} } from './list-${name}.ts';\n`);
  draft.create(`functions/api/${name}/endpoints.ts`, `export * from './reads.ts';\n`);
  draft.create(`test/api/${name}/list-${name}.test.ts`, testText(names));

  draft.edit(
    'lib/tools/arrows.ts',
    'what the capability may import',
    withEntry('const capabilities: Record<string, readonly string[]> = {', `'${name}': [],`),
  );
  draft.edit(
    'functions/items.ts',
    'its kinds of items',
    both(withImport(`import { items as ${id} } from '#shared/${name}/items.ts';`), withEntry('export const items = {', `...${id},`)),
  );
  draft.edit(
    'functions/groups.ts',
    'its operations',
    both(
      withImport(`import * as ${id} from '#functions/api/${name}/endpoints.ts';`),
      withEntry('export const groups = {', id === name ? `${id},` : `'${name}': ${id},`),
    ),
  );
  serve(draft, 'advertiser-reads', name, 'reads');
  draft.edit(
    'shared/http/openapi-info.ts',
    'its section of the reference',
    withEntry(
      'const sections: readonly Section[] = [',
      `{ tag: '${name}', title: '${capital(words(name))}', description: 'Your ${words(name)}. Requires an access token.' },`,
    ),
  );
  draft.create(`test/${name}/kinds.ts`, kindsText(names));
}

const itemsText = ({ kind, oneId }: Names) => `import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key } from '#shared/store/keys.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export const keyOf = {
  ${oneId}: (accountId: AccountId, id: string) => key(\`${kind}#\${accountId}\`, id),
};

export const items = {
  ${kind}: { erasure: 'pk', recovery: 'for_owner' },
} as const satisfies ItemKinds;
`;

const needsText = ({ id, name }: Names) => `import type { Context } from '#shared/aws/context.ts';
import { ${id}In } from './store/${name}.ts';

export const ${id} = ({ attribution }: Context) => ${id}In(attribution());
`;

const storeText = ({ id, name, oneId, one, oneType, type }: Names) => `import { keyOf } from '#shared/${name}/items.ts';
import { max${type} } from '#shared/${name}/rules/limits.ts';
import type { Item } from '#shared/store/item.ts';
import type { Table } from '#shared/store/table.ts';
import type { AccountId } from '#shared/values/tenant.ts';

type ${oneType}Item = Item & { id: string };

export const ${id}In = (table: Table) => ({
  /** A repeated call changes nothing. */
  async put(accountId: AccountId, id: string): Promise<void> {
    await table.put({ ...keyOf.${oneId}(accountId, id), kind: '${one.replaceAll('-', '_')}', id });
  },

  async list(accountId: AccountId): Promise<string[]> {
    const { pk } = keyOf.${oneId}(accountId, '');
    const items = table.query<${oneType}Item>(pk, [' ', '~'], { consistent: true, pageItems: max${type} });
    const ids: string[] = [];
    for await (const { id } of items) {
      ids.push(id);
      if (ids.length === max${type}) break;
    }
    return ids;
  },
});
`;

const readmeText = ({ name, oneId, kind, type }: Names) => {
  const title = capital(words(name));
  return `# ${title}

**How the datum travels.** A ${words(oneId)} is stored by \`store/${name}.ts\`, and \`list${type}\` returns it.

**What always holds.** Each item is of one account. A repeated write changes nothing.

**Stored forms.** \`${kind}\`: one item for each ${words(oneId)}, in the table \`attribution\`.

**Locks.** None.
`;
};

const endpointText = ({ id, name, oneId, type, one }: Names) => `import * as z from 'zod';
import { ${id} } from '#shared/${name}/needs.ts';
import { max${type} } from '#shared/${name}/rules/limits.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';

export const list${type} = defineEndpoint({
  id: 'list${type}',
  method: 'GET',
  path: '/api/v1/${name}',
  auth: 'user',
  needs: { ${id} },
  summary: 'List ${words(name)}',
  description: \`Returns up to \${max${type}} ${words(name)} of your account.\`,
  responses: {
    200: z
      .object({ ${name.replaceAll('-', '_')}: z.array(z.string()).meta({ description: 'ID of each ${words(one)}.' }) })
      .meta({ id: '${type}Result' }),
  },
  example: { responses: { 200: { ${name.replaceAll('-', '_')}: ['${oneId}_1'] } } },

  async handle({ actor: { accountId } }, { ${id} }) {
    return ok({ ${name.replaceAll('-', '_')}: await ${id}.list(accountId) });
  },
});
`;

const testText = ({ id, name, oneId, type }: Names) => `import { ${id}In } from '#shared/${name}/store/${name}.ts';
import { tableAt } from '#shared/store/table.ts';
import { newUser, newWorld, startApp } from '${testKit}/harness.ts';
import { testDynamo } from '${testKit}/test-dynamo.ts';

it('a user lists the ${words(name)} of the account, and of no other', async () => {
  const world = await newWorld();
  const app = await startApp(world);
  const [user, other] = [await newUser(app), await newUser(app)];
  const store = ${id}In(tableAt(\`\${world.prefix}attribution\`, testDynamo()));
  for (const id of ['${oneId}_1', '${oneId}_1', '${oneId}_2']) await store.put(user.id, id);
  const list = (headers: typeof user.headers) => app.${id}.list${type}({ headers });
  expect(await list(user.headers)).toMatchObject({
    status: 200,
    body: { ${name.replaceAll('-', '_')}: ['${oneId}_1', '${oneId}_2'] },
  });
  expect(await list(other.headers)).toMatchObject({ status: 200, body: { ${name.replaceAll('-', '_')}: [] } });
});
`;

const kindsText = ({ id, name, oneId }: Names) => `import { ${id}In } from '#shared/${name}/store/${name}.ts';
import type { Table } from '#shared/store/table.ts';
import type { TableName } from '#shared/store/tables.ts';

export async function writeKinds({ attribution }: Record<TableName, Table>): Promise<void> {
  await ${id}In(attribution).put(1, '${oneId}_1');
}
`;
