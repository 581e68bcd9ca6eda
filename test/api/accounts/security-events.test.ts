import { newUser, newWorld, startApp } from '#test/kit/harness.ts';

async function eventsOf(act: () => Promise<unknown>) {
  const lines: string[] = [];
  const streams = [process.stdout, process.stderr].map((stream) => ({ stream, write: stream.write }));
  for (const { stream } of streams)
    stream.write = ((chunk: unknown) => {
      lines.push(String(chunk));
      return true;
    }) as typeof stream.write;
  try {
    await act();
  } finally {
    for (const { stream, write } of streams) stream.write = write;
  }
  const written = lines
    .flatMap((text) => text.split('\n'))
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  return {
    event: written.find(({ message }) => message === 'security event'),
    count: written.filter(({ failed_sign_ins }) => failed_sign_ins === 1).length,
  };
}

describe('a failed sign-in', () => {
  it('a failed sign-in is logged and counted with the account and a hash of the network, never with the address', async () => {
    const app = await startApp(await newWorld());
    const user = await newUser(app);
    const login = (email: string) => app.accounts.login({ body: { email, password: 'not this one' } });
    const { event: known, count } = await eventsOf(() => login(user.email));
    expect(known).toMatchObject({
      type: 'sign_in_failed',
      account_id: user.id,
      network: expect.stringMatching(/^[0-9a-f]{20}$/),
    });
    expect(count).toBe(1);
    expect(JSON.stringify(known)).not.toContain(user.email);
    const { event: unknown } = await eventsOf(() => login('nobody@company.example'));
    expect(unknown).toMatchObject({ type: 'sign_in_failed', network: known?.network });
    expect(unknown).not.toHaveProperty('account_id');
    for (let times = 0; times < 9; times++) await login(user.email);
    const { event: refused } = await eventsOf(() => login(user.email));
    expect(refused).toMatchObject({ type: 'sign_in_refused', account_id: user.id });
  });
});
