import type { Command } from '../command.ts';
import { completionScript, shells } from '../completion.ts';
import { usage } from '../failure.ts';

export const completionOf = (commands: () => readonly Command[]): Command => ({
  name: 'completion',
  summary: 'Print the completion script of a shell: bash, zsh or fish',
  args: '<shell>',
  choices: shells,
  examples: ['eval "$(adtrail completion bash)"', 'adtrail completion fish | source'],
  async run({ args, print }) {
    const shell = shells.find((name) => name === args[0]);
    if (!shell) throw usage(`${args[0]}: ${shells.slice(0, -1).join(', ')} or ${shells.at(-1)} expected.`);
    const script = completionScript(shell, commands());
    print({ shell, script }, script.trimEnd());
  },
});
