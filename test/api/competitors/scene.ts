import { signedDynamo } from '#shared/aws/signed-dynamo.ts';
import type { Competitor } from '#shared/competitors/rules/competitors.ts';
import { competitorId, competitorsIn } from '#shared/competitors/store/competitors.ts';
import { tableAt } from '#shared/store/table.ts';
import { addPage } from '#test/kit/ad-library.ts';
import { engineEndpoint } from '#test/kit/engine.ts';
import type { TestApp, World } from '#test/kit/harness.ts';

export const analysisOf = ({ prefix }: World) =>
  tableAt(
    `${prefix}analysis`,
    signedDynamo({
      region: 'us-east-1',
      endpoint: engineEndpoint,
      credentials: () => ({ accessKeyId: 'test', secretAccessKey: 'test' }),
    }),
  );

export const competitorOf = (userId: number, name: string, given: Partial<Competitor> = {}): Competitor => {
  const domain = `${name.toLowerCase().replaceAll(/\W+/g, '')}.example`;
  return {
    id: competitorId(userId, domain),
    userId,
    name,
    domain,
    website: `https://${domain}/`,
    description: `${name} sells shoes.`,
    source: 'direct_web_search',
    why: 'It sells shoes, too.',
    evidenceUrls: [],
    pageHandle: null,
    discoveredAt: '2026-11-20T12:00:00.000Z',
    verifiedAt: '2026-11-20T12:00:00.000Z',
    ...given,
  };
};

export async function setCompetitors({ world }: TestApp, userId: number, competitors: readonly Competitor[]) {
  const table = analysisOf(world);
  const data = competitorsIn(table);
  const { parts } = data.replaced(userId, 'direct_web_search', competitors, await data.setOf(userId));
  await table.transact(parts);
}

export async function rivals(app: TestApp, userId: number, count: number, { ads = 2 } = {}): Promise<string[]> {
  const names = Array.from({ length: count }, (_, i) => `Rival ${i + 1}`);
  const handles = names.map((name) => name.replace(' ', '.'));
  for (const handle of handles) if (!app.world.library.pages.has(handle.toLowerCase())) addPage(app.world.library, handle, { ads });
  await setCompetitors(
    app,
    userId,
    names.map((name, i) =>
      competitorOf(userId, name, {
        pageHandle: handles[i] ?? null,
        discoveredAt: `2026-11-20T12:00:${String(i).padStart(2, '0')}.000Z`,
      }),
    ),
  );
  return handles;
}
