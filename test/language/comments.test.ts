import { commentFindings } from '#lib/tools/language/comments.ts';
import { countComments } from '#lib/tools/language/count.ts';
import { findings } from '#lib/tools/language/findings.ts';

describe('the strict checks of comments', () => {
  const check = (comment: string) => commentFindings('lib/planted.ts', `${comment}\nconst value = 1;\n`);

  it('accept sentences, units, code, directives and tags', () => {
    for (const comment of [
      '/** A read-only key expires at this time. */',
      '/** Seconds. */',
      '// One of the two keys signs.',
      '// Those keys expire.',
      '// `one` has a value.',
      '// biome-ignore lint: the one that is there.',
      '/**\n * Returns the key.\n *\n * @throws one that others catch\n */',
      '// https://example.com has the list.',
    ]) {
      expect(check(comment), comment).toEqual([]);
    }
  });

  it.each([
    ['/** Of a read-only key: when it ends. */', 'Of'],
    ['/** Whether the key is valid. */', 'Whether'],
    ['// What the key allows.', 'What'],
    ['// Those of the account are removed.', 'Those of'],
    ['/** That of the account. */', 'That'],
    ['/** Seconds: the lifetime of a key. */', 'Seconds:'],
    ['// The old key, and not the new one, signs.', 'new one'],
    ['// A key replaces one that expired.', 'one that'],
    ['// Keys replace those that expired.', 'those that'],
    ['// A key signs, and others verify.', 'others'],
    ['// New keys replace old ones.', 'ones'],
    ['// Somebody revoked the key.', 'Somebody'],
    ['/**\n * Returns the key. Whoever\n * has it signs.\n */', 'Whoever'],
    ['// The write is put off.', 'put off'],
    ['// The task looks after the queue.', 'looks after'],
    ['// The worker hears of the change.', 'hears'],
    ['// The owed credits are granted.', 'owed'],
    ['// The key is beside the value.', 'beside'],
    ['// The header tells the limit.', 'tells'],
  ])('find in %s the words "%s"', (comment, words) => {
    expect(check(comment)).toContainEqual(expect.stringContaining(`lib/planted.ts:1 "${words}"`));
  });

  it('find two doc comments in a row, and none between declarations', () => {
    expect(check('/** The key expires. */\n\n/** The key signs. */')).toEqual([
      expect.stringContaining('lib/planted.ts:3 two doc comments in a row'),
    ]);
    expect(check('/** The key expires. */\nconst key = 1;\n/** The key signs. */')).toEqual([]);
  });

  it('find a sentence that is too long, also over several line comments', () => {
    const words = 'the key '.repeat(16).trim();
    expect(check(`// A key signs.\n// It signs ${words.slice(0, 60)}\n// ${words.slice(61)}.`)).toEqual([
      expect.stringMatching(/^lib\/planted\.ts:1 "It signs .*": 34 words, at most 30/),
    ]);
  });
});

describe('the language check of .tsx files', () => {
  it('reads the text of elements, their attributes and comments, and no code', () => {
    const page = [
      'const Page = ({ told }) => (',
      '  <Text title="The owner is told of it">',
      '    {told} The rule stands until then.',
      '    {/* The owner is told. */}',
      '  </Text>',
      ');',
    ].join('\n');
    expect(findings('web/planted.tsx', page)).toEqual([
      expect.stringContaining('web/planted.tsx:2 "told"'),
      expect.stringContaining('web/planted.tsx:3 "stands"'),
      expect.stringContaining('web/planted.tsx:4 "told"'),
    ]);
  });
});

describe('npm run language -- --count', () => {
  it('counts consecutive line comments once, and words without markers', () => {
    const content = '// The key\n// signs.\nconst a = 1; // Seconds.\n/** The `key` expires. */\n';
    const counts = countComments([
      { file: 'lib/local/engines/planted.ts', content },
      { file: 'lib/local/planted.ts', content },
      { file: 'bin/planted.ts', content: '' },
    ]);
    expect([...counts]).toEqual([
      ['bin', { comments: 0, words: 0 }],
      ['lib/local', { comments: 6, words: 14 }],
    ]);
  });
});
