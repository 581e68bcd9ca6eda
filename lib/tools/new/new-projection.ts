import { both, type Draft, withEntry, withImport } from './draft.ts';
import { checkName, namesOf, testKit } from './names.ts';

/** Writes a projection of the table of events, which stores one item of the capability for each event. */
export function newProjection(draft: Draft, capability: string): void {
  checkName(capability);
  const { id, type } = namesOf(capability);
  const store = draft.textOf(`shared/${capability}/store/${capability}.ts`) ?? '';
  if (!store.includes('put(accountId: AccountId, id: string)'))
    throw new Error(
      `shared/${capability}/store/${capability}.ts has no put(accountId, id). Write shared/${capability}/projection.ts by hand.`,
    );
  const file = `shared/${capability}/projection.ts`;
  const name = `eventsOf${type}`;
  draft.create(file, projectionText(capability, id, name));
  draft.create(`test/${capability}/projection.test.ts`, testText(capability));
  draft.edit('lib/tools/arrows.ts', 'the import of conversions', (text) => {
    const row = new RegExp(`^ *'?${capability}'?: \\[`, 'm');
    const line = row.exec(text);
    if (!line) throw new Error(`has no row for ${capability}.`);
    const end = text.indexOf(']', line.index);
    return text.slice(line.index, end).includes("'conversions'") ? text : withEntry(row, "'conversions',")(text);
  });
  draft.edit(
    'functions/projections.ts',
    'the projection',
    both(
      withImport(`import { ${name} } from '#shared/${capability}/projection.ts';`),
      withEntry(/export const projections.* = \[/, `${name},`),
    ),
  );
}

const projectionText = (
  capability: string,
  id: string,
  name: string,
) => `import { newItems } from '#shared/conversions/conversion-changes.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { defineProjection } from '#shared/worker/projections.ts';
import { ${id} } from './needs.ts';

export const ${name} = defineProjection({
  name: '${capability.replaceAll('-', '_')}',
  after: [],
  needs: { ${id} },
  async run({ changes }, { ${id} }) {
    for (const { accountId, eventId } of newItems<Conversion>(changes, 'conversion'))
      await ${id}.put(accountId, eventId);
  },
  onPoison: 'run_again',
});
`;

const testText = (capability: string) => {
  const { id, type } = namesOf(capability);
  return `import { sceneOf } from '#test/api/events/scene.ts';
import { newAdvertiser, newWorld, startApp } from '${testKit}/harness.ts';

it('an event is projected once', async () => {
  const app = await startApp(await newWorld());
  const advertiser = await newAdvertiser(app);
  for (let sent = 0; sent < 2; sent++)
    await sceneOf(app).send(advertiser, { event_type: 'order_created', event_id: 'e1', value: 5 });
  await app.settle();
  expect(await app.${id}.list${type}({ headers: advertiser.headers })).toMatchObject({
    status: 200,
    body: { ${capability.replaceAll('-', '_')}: ['e1'] },
  });
});
`;
};
