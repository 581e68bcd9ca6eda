import { orderSources } from '#shared/order-sources/kinds.ts';
import { ignoredReasons } from '#shared/order-sources/rules/ignored-reasons.ts';
import { undeclaredPaths, userDataOf } from '#shared/order-sources/rules/projection.ts';
import { stepsOf } from '#shared/order-sources/steps-of.ts';
import { type Example, examplesOf, keptOf, kinds } from './examples.ts';

/** A store keeps the projection as text. */
const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** All examples have this buyer. */
const buyer: Record<string, string> = { email: 'ada@example.com', phone: '+31 6 12345678', country: 'NL' };

describe.each(kinds)('the examples of %s', (kind) => {
  const source = orderSources[kind];
  const examples = examplesOf(kind);
  const contextOf = ({ settings, environment }: Example) => ({ settings, environment });

  it.each(examples.map((example) => [example.name, example] as const))('the steps of %s are as its file says', async (_, example) => {
    const { envelope, projection } = await keptOf(kind, example.body);
    expect(stepsOf(source, { envelope, projection: stored(projection) }, contextOf(example))).toEqual(example.steps);
  });

  it('every text of a buyer is left out of projections and names of paths', async () => {
    const personal = /\b(?:ada|bob|example\.com|Example|Breestraat|Leiden|2311|5551234|cus_7)\b|12345678/;
    let kept = '';
    for (const { body } of examples) {
      const { projection } = await keptOf(kind, body);
      kept += JSON.stringify(projection).replaceAll(/hash of \w+:\w+/g, '') + undeclaredPaths(body, source.paths).join(' ');
    }
    expect(kept.length).toBeGreaterThan(examples.length * 50);
    expect(kept).not.toMatch(personal);
  });

  it('every event to choose has an example', () => {
    const events = new Set(examples.map(({ body }) => source.envelopeOf(body, {})?.event));
    expect(source.events.map(({ name }) => name).filter((name) => !events.has(name))).toEqual([]);
  });

  it('a body that lacks any field, or has another form in its place, still has steps', async () => {
    for (const example of examples) {
      const { envelope, projection } = await keptOf(kind, example.body);
      for (const damaged of damagedForms(projection)) {
        expect(stepsOf(source, { envelope, projection: damaged }, contextOf(example))).not.toHaveLength(0);
      }
    }
  });

  it('each field of a buyer is found in a sale, and none in another event', () => {
    const { events, ...fields } = source.userData;
    const found = new Set<string>();
    for (const { body } of examples) {
      const event = source.envelopeOf(body, {})?.event ?? '';
      const data = userDataOf(body, event, source.userData);
      if (!events.includes(event)) expect(data).toEqual({});
      for (const [name, text] of Object.entries(data)) found.add(name) && expect(text).toBe(buyer[name]);
    }
    expect([...found].sort()).toEqual(Object.keys(fields).sort());
  });
});

it('every reason to ignore a delivery has an example', () => {
  const reasons = kinds.flatMap(examplesOf).flatMap(({ steps }) => steps.flatMap((step) => (step.kind === 'ignored' ? [step.reason] : [])));
  expect(Object.keys(ignoredReasons).filter((reason) => !reasons.includes(reason as keyof typeof ignoredReasons))).toEqual([]);
});

/** Each form lacks one field, or has another type in its place. */
function damagedForms(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const forms: unknown[] = [];
  for (const [name, field] of Object.entries(value)) {
    const { [name]: _, ...rest } = value as Record<string, unknown>;
    forms.push(rest);
    for (const other of [null, 'x', -1, 1.5, [], {}, true]) forms.push({ ...rest, [name]: other });
    for (const form of damagedForms(field)) forms.push({ ...rest, [name]: form });
  }
  return forms;
}
