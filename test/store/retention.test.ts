import { globSync, readFileSync } from 'node:fs';
import { items } from '#functions/items.ts';
import type { ItemKind, ItemKinds, Span } from '#shared/store/item-kinds.ts';
import { tableNames } from '#shared/store/tables.ts';
import { allItems } from '#test/kit/all-items.ts';
import { keyMakers } from '#test/kit/item-modules.ts';
import { everyKind, startedAt } from './every-kind.ts';

const secondsOf = (span: Span) => ('days' in span ? span.days * 86_400 : span.seconds);
const retention = new Map(
  Object.values<ItemKind>(items)
    .flatMap(({ retention: spans = {} }) => Object.entries(spans))
    .map(([kind, spans]) => [kind, [spans].flat().map(secondsOf)]),
);

/** The capability that sends the deliveries gives their key and their retention. */
const deliveries = 'shared/deliveries/store/new-deliveries.ts';

async function keptSeconds(): Promise<Map<string, Set<number>>> {
  const world = await everyKind();
  const kept = new Map<string, Set<number>>();
  for (const table of tableNames)
    for (const { kind, pk, ttl } of await allItems(world, table)) {
      const name = String(kind ?? pk.split('#')[0]);
      if (ttl !== undefined) kept.set(name, (kept.get(name) ?? new Set()).add(Number(ttl) - startedAt / 1000));
    }
  return kept;
}

let kept: Map<string, Set<number>>;
beforeAll(async () => {
  kept = await keptSeconds();
});

describe('`ttl` is in seconds, as long after now as its kind is kept', () => {
  it.each([...retention])('%s', (kind, seconds) => {
    expect(
      [...(kept.get(kind) ?? [])].sort((a, b) => a - b),
      `seconds that a ${kind} is kept`,
    ).toEqual(seconds);
  });

  it('every kind that the service gave a `ttl` declares its retention', () => {
    expect([...kept.keys()].filter((kind) => !retention.has(kind))).toEqual([]);
  });

  it('every file that writes a `ttl` makes the key of a kind that declares its retention', () => {
    const expiring = keyMakers.flatMap(([name, keyOf]) => {
      const [prefix = ''] = keyOf('7', 'live', '3', '4', '5', '6').pk.split('#');
      return prefix in items && (items as ItemKinds)[prefix]?.retention ? [name] : [];
    });
    const makesExpiring = new RegExp(`\\bkeyOf\\w*\\.(${expiring.join('|')})\\b`);
    const sources = globSync('{shared,functions}/**/*.ts').filter((file) =>
      /\bconst ttl = (?!\()|\bttl: (?!boolean|number)|':ttl': |\{[^{}]*\bttl\b[^{}]*\}\)/.test(readFileSync(file, 'utf8')),
    );
    expect(sources.length).toBeGreaterThan(40);
    const others = sources.filter((file) => !makesExpiring.test(readFileSync(file, 'utf8')));
    expect(others).toEqual([deliveries]);
  });
});
