import { both, type Draft, withEntry, withImport } from './draft.ts';
import { camel, capital, checkName, words } from './names.ts';

const lists = {
  types: /export const webhookEventTypes[^\n]* = \[/,
  'samples()': /export const webhookSamples = [^\n]*\{/,
  'data()': /export const webhookSchemas = [^\n]*\{/,
  words: /export const webhookWords = [^\n]*\{/,
};

/** Writes a type of webhook event with its schema, sample and words, in all places that list the types. */
export function newWebhookEvent(draft: Draft, capability: string, type: string): void {
  checkName(capability);
  if (!/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/.test(type))
    throw new Error(`"${type}" is not a noun and what happened to it, such as spend.returned.`);
  if (draft.textOf(`shared/${capability}/items.ts`) === null) throw new Error(`shared has no capability ${capability} with an items.ts.`);
  const id = camel(capability);
  const title = capital(words(type));
  const file = `shared/${capability}/webhooks.ts`;
  const schema = `'${type}': z.object({ id: z.string().meta({ description: 'Its ID.' }) }),`;
  const sample = `'${type}': { id: 'sample_1' },`;
  const sentence = `'${type}': ['${title}', '${words(type)}.'],`;
  if (draft.textOf(file) === null) {
    draft.create(file, webhooksText({ type, schema, sample, sentence }));
    draft.edit(
      'shared/registry/webhook-events.ts',
      'the first event of the capability',
      both(
        withImport(`import * as ${id} from '#shared/${capability}/webhooks.ts';`),
        ...Object.entries(lists).map(([list, opening]) => withEntry(opening, `...${id}.${list},`)),
      ),
    );
  } else {
    if (draft.textOf(file)?.includes(`'${type}'`)) throw new Error(`${file} has ${type} already.`);
    draft.edit(
      file,
      `the type ${type}`,
      both(
        withEntry('export const types = [', `'${type}',`),
        withEntry(/export const data = \(\) =>\s*\(\{/, schema),
        withEntry(/export const samples = [^\n]*\{/, sample),
        withEntry(/export const words: [^\n]*\{/, sentence),
      ),
    );
  }
  draft.edit(
    'packages/node/src/webhook-events.ts',
    'the type for customers',
    withEntry('export type WebhookData = {', `'${type}': { id: string };`),
  );
  draft.edit(
    'web/console/webhooks/endpoint.ts',
    'its name in the console',
    withEntry('export const eventTypes: Record<EventType, string> = {', `'${type}': '${title}',`),
  );
  draft.edit('docs/webhooks.md', 'its row', (text) => {
    const rows = [...text.matchAll(/^\| `[a-z_]+\.[a-z_]+` \|.*$/gm)];
    const last = rows.at(-1);
    if (!last) throw new Error('has no table of types.');
    const end = last.index + last[0].length;
    return `${text.slice(0, end)}\n| \`${type}\` | ${title} |${text.slice(end)}`;
  });
}

const webhooksText = ({
  type,
  schema,
  sample,
  sentence,
}: Record<'type' | 'schema' | 'sample' | 'sentence', string>) => `import * as z from 'zod';
import type {
  SamplesOf,
  SchemasOf,
  WebhookInputs,
  WebhookWords,
} from '#shared/messages/webhook-event-types.ts';

export const types = ['${type}'] as const;

export const data = () =>
  ({
    ${schema}
  }) satisfies SchemasOf<typeof types>;

export const samples = (): SamplesOf<typeof data> => ({
  ${sample}
});

export const words: WebhookWords<typeof data> = {
  ${sentence}
};

declare module '#shared/messages/webhook-event-types.ts' {
  interface WebhookEventData extends WebhookInputs<typeof data> {}
}
`;
