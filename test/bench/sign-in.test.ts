// Night: it measures whole processes.
import { withRealPasswords } from '#test/kit/real-passwords.ts';
import { bareSignInPeers, measureSignIn, printedSignIn, signInPeers, signInResults } from './sign-in.ts';

withRealPasswords();

it('the sign-in bench drives its peers, each in a process of its own, and each answers right', async () => {
  const budget = { rounds: 1, cellSeconds: 0.05, warmUpSeconds: 0.02 };
  const around = { signal: new AbortController().signal, onStep: () => {}, only: bareSignInPeers };
  const rounds = await measureSignIn(budget, around);
  const results = signInResults(rounds);
  expect(results.map(({ name }) => name)).toEqual(bareSignInPeers);
  for (const { perSecond, ofBare } of results) {
    expect(perSecond).toBeGreaterThan(0);
    expect(ofBare).toBeGreaterThan(0);
  }
  expect(printedSignIn(rounds)).toContain(signInPeers.ours);
});
