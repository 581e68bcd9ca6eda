import { commands } from '#packages/cli/src/commands.ts';
import { completionScript, shells } from '#packages/cli/src/completion.ts';

const valued = new Set(
  commands.flatMap(({ options = {} }) => Object.entries(options).flatMap(([name, { value }]) => (value ? [name] : []))),
);
for (const name of ['base-url', 'profile']) valued.add(name);

it.each(shells)('the completion of %s has each option with a value where it completes files', (shell) => {
  const script = completionScript(shell, commands);
  const [, list = ''] = /\n {4}(--[^)\n]+)\) (?:_files; )?return ;;/.exec(script) ?? [];
  const listed =
    shell === 'fish'
      ? [...script.matchAll(/^complete -c adtrail -l (\S+) -r -F$/gm)].map(([, name]) => name)
      : list.split('|').map((option) => option.slice(2));
  expect(new Set(listed)).toEqual(valued);
});

it.each(shells)('the completion of %s has the words of each command, and of each group', (shell) => {
  const script = completionScript(shell, commands);
  const lines = script.split('\n').map((line) => line.trim());
  const wordsAfter = (name: string) => {
    const at = lines.findIndex((line) => line.includes(`'${name}'`));
    return (shell === 'fish' ? (lines[at + 1] ?? '') : (lines[at] ?? '')).split(/[\s']+/);
  };
  for (const { name, options = {}, choices = [] } of commands) {
    const expected = [...choices, ...[...Object.keys(options), 'json', 'help'].map((option) => `--${option}`)];
    expect(wordsAfter(name)).toEqual(expect.arrayContaining(expected));
    const [first = '', second] = name.split(' ');
    if (second) expect(wordsAfter(first)).toContain(second);
    expect(wordsAfter('')).toContain(first);
  }
});
