import { groups } from '#functions/groups.ts';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { newUser, type TestApp } from './harness.ts';

type Call = (args: object) => Promise<{ status: number; body: { code?: string } }>;
type Group = keyof typeof groups;

/** The IDs of the examples do not exist in a new world. */
export function itRefusesUnknownIds(name: Group, appOf: () => TestApp, without: readonly string[] = []): void {
  const operations = Object.entries<AnyEndpoint>(groups[name]).filter(
    ([id, { auth, example }]) => example.params && /^(user|view|viewOrKey)$/.test(auth) && !without.includes(id),
  );
  it(`the operations of ${name} answer 404 to an unknown ID`, async () => {
    const app = appOf();
    const { headers } = await newUser(app);
    const property = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const calls = app[property as keyof TestApp] as unknown as Record<string, Call>;
    expect(operations).not.toEqual([]);
    for (const [id, { example }] of operations) {
      const { params, query = {}, body } = example;
      const answer = await calls[id]?.({ params, query, body, headers });
      const code = expect.stringMatching(/not_found$/);
      expect([id, answer?.status, answer?.body.code]).toEqual([id, 404, code]);
    }
  });
}
