import { orderSources } from '#shared/order-sources/kinds.ts';
import { ignoredReasons } from '#shared/order-sources/rules/ignored-reasons.ts';
import { undeclaredPaths, userDataOf } from '#shared/order-sources/rules/projection.ts';
import { stepsOf } from '#shared/order-sources/steps-of.ts';
import { type Example, examplesOf, keptOf, kinds } from './examples.ts';

/** A store keeps the projection as text. */
const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe.each(kinds)('the examples of %s', (kind) => {
  const source = orderSources[kind];
  const examples = examplesOf(kind);
  const contextOf = ({ settings, environment }: Example) => ({ settings: source.settings.parse(settings), environment });

  it.each(examples.map((example) => [example.name, example] as const))('the steps of %s are as its file says', async (_, example) => {
    const { envelope, projection } = await keptOf(kind, example.body);
    expect(stepsOf(source, { envelope, projection: stored(projection) }, contextOf(example))).toEqual(example.steps);
  });

  it('every text of a buyer is left out of projections and names of paths', async () => {
    const personal = /\b(?:ada|bob|example\.com|Example|Breestraat|Leiden|2311|5551234|cus_7)\b|12345678/;
    let kept = '';
    for (const { body } of examples) {
      const { projection } = await keptOf(kind, body);
      kept += JSON.stringify(projection).replaceAll('hash of stripe:cus_7', '') + undeclaredPaths(body, source.paths).join(' ');
    }
    expect(kept.length).toBeGreaterThan(10_000);
    expect(kept).not.toMatch(personal);
  });

  it('every event to choose, and every reason that it can have, has an example', () => {
    const events = new Set(examples.map(({ body }) => body.type));
    expect(source.events.map(({ name }) => name).filter((name) => !events.has(name))).toEqual([]);
    const reasons = new Set(examples.flatMap(({ steps }) => steps.flatMap((step) => (step.kind === 'ignored' ? [step.reason] : []))));
    expect(Object.keys(ignoredReasons).filter((reason) => !reasons.has(reason as keyof typeof ignoredReasons))).toEqual([]);
  });

  it('a body that lacks any field, or has another form in its place, still has steps', async () => {
    for (const example of examples) {
      const { envelope, projection } = await keptOf(kind, example.body);
      for (const damaged of damagedForms(projection)) {
        expect(stepsOf(source, { envelope, projection: damaged }, contextOf(example))).not.toHaveLength(0);
      }
    }
  });

  it('sales alone have data of their buyer for match keys', () => {
    for (const { body } of examples) {
      const isSale = source.userData.events.includes(body.type);
      const found = userDataOf(body, body.type, source.userData);
      expect(isSale ? found : Object.keys(found)).toEqual(
        isSale ? { email: 'ada@example.com', phone: '+31 6 12345678', country: 'NL' } : [],
      );
    }
  });
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
