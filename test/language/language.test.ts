import { spawnSync } from 'node:child_process';
import { findings } from '#lib/tools/language/findings.ts';
import { phrases } from '#lib/tools/language/phrases.ts';

function misspelt(text: string): string {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/cspell/bin.mjs', 'lint', '--no-progress', '--no-summary', '--no-color', 'stdin://docs/planted.md'],
    { input: text, encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  return stdout;
}

describe('npm run language', () => {
  it('npm run language finds a misspelling, and knows the words of the project', () => {
    const found = misspelt('The outbox of adtrail delivers an effekt.\n');
    expect(found).toMatch(/planted\.md:1:\d+ .*effekt/);
    expect(found).not.toMatch(/adtrail\b.*Unknown|outbox/);
  });

  it('npm run language finds a banned phrasing in a page, a text and a comment, with its line and advice', () => {
    const page = 'Right.\n\n```\nThe owner is told.\n```\n\nThe owner is told by mail.\n';
    expect(findings('docs/planted.md', page)).toEqual(['docs/planted.md:7 "told": write "notified", "reported", "says" or "shows"']);
    const code = "// Right.\nconst text = 'The rule stands for now.';\n/**\n * Whoever calls it.\n */\n";
    expect(findings('lib/planted.ts', code.replace('stands for', 'stands until'))).toEqual([
      expect.stringContaining('lib/planted.ts:2 "stands"'),
      expect.stringContaining('lib/planted.ts:4 "Whoever"'),
    ]);
    expect(findings('lib/planted.ts', "const told = stands(anew, 'anew');")).toEqual([]);
  });

  it('npm run language finds a citation of a document that is not in the repository', () => {
    expect(findings('lib/planted.ts', '// As contract 7 says.\n')).toHaveLength(1);
  });

  it('npm run language finds a comment that says what null is, and no comment that says when it is returned', () => {
    expect(findings('lib/planted.ts', '/** `null` is an unknown key. */\n')).toHaveLength(1);
    expect(findings('lib/planted.ts', '/** Returns `null` when the key is unknown. */\n')).toEqual([]);
  });

  it('npm run language finds a sentence of the API that is too long, and counts no code or table', () => {
    const described = (description: string) => JSON.stringify({ description }, null, 2);
    expect(findings('openapi.json', described(`Returns ${'one and '.repeat(20)}all.`))).toEqual([
      expect.stringMatching(/^openapi\.json:2 "Returns one and .*": 42 words, split it/),
    ]);
    expect(findings('openapi.json', described(`Returns \`${'one and '.repeat(20)}\` at once.`))).toEqual([]);
    expect(findings('openapi.json', described('Returns it. It is told.'))).toHaveLength(1);
  });

  it('npm run language gives advice for every phrasing', () => {
    for (const { advice } of phrases) expect(advice).not.toBe('');
  });
});
