import type { Command } from './command.ts';
import { globalOptions } from './help.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

type Following = { after: string; words: readonly string[] };

function followingOf(commands: readonly Command[]): Following[] {
  const groups = new Map<string, string[]>([['', []]]);
  for (const { name } of commands) {
    const [first = '', second] = name.split(' ');
    groups.set('', [...new Set([...(groups.get('') ?? []), first])]);
    if (second) groups.set(first, [...(groups.get(first) ?? []), second]);
  }
  const options = commands.map(({ name, options: ownOptions = {}, choices = [] }) => ({
    after: name,
    words: [...choices, ...Object.keys({ ...ownOptions, ...globalOptions }).map((option) => `--${option}`)],
  }));
  const everywhere = Object.keys(globalOptions).map((option) => `--${option}`);
  return [...options, ...[...groups].map(([after, words]) => ({ after, words: [...words, ...everywhere] }))];
}

const withValue = (commands: readonly Command[]) => [
  ...new Set(
    commands.flatMap(({ options = {} }) =>
      Object.entries({ ...options, ...globalOptions })
        .filter(([, option]) => 'value' in option)
        .map(([name]) => `--${name}`),
    ),
  ),
];

/** Options of every command may precede it, so the scripts skip them to find its words. */
const leading = Object.entries(globalOptions)
  .filter(([, option]) => 'value' in option)
  .map(([name]) => `--${name}`)
  .join('|');
const lineOfWords = (words: string) => `  local word line= skip=
  for word in "\${${words}}"; do
    if [ -n "$skip" ]; then skip=; continue; fi
    case "$word" in
      ${leading}) skip=1 ;;
      -*) ;;
      *) line="$line\${line:+ }$word" ;;
    esac
  done`;

export const completionScript = (shell: Shell, commands: readonly Command[]): string =>
  scripts[shell](followingOf(commands), withValue(commands));

const patternOf = ({ after }: Following) => (after === '' ? "''" : `'${after}'|'${after} '*`);
const casesOf = (following: readonly Following[], line: (words: string) => string) =>
  // The case of an exact group must come before the case of a command's words.
  following.map((entry) => `    ${patternOf(entry)}) ${line(entry.words.join(' '))} ;;`).join('\n');

const scripts: Record<Shell, (following: Following[], valued: string[]) => string> = {
  bash: (following, valued) => `# eval "$(adtrail completion bash)"
_adtrail() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} words=
  COMPREPLY=()
  case "$previous" in
    ${valued.join('|')}) return ;;
  esac
${lineOfWords('COMP_WORDS[@]:1:COMP_CWORD-1')}
  case "$line" in
${casesOf(following, (words) => `words='${words}'`)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _adtrail adtrail
`,
  zsh: (following, valued) => `#compdef adtrail
# eval "$(adtrail completion zsh)"
_adtrail() {
  case "\${words[CURRENT-1]}" in
    ${valued.join('|')}) _files; return ;;
  esac
${lineOfWords('(@)words[2,CURRENT-1]')}
  case "$line" in
${casesOf(following, (words) => `compadd -- ${words}`)}
    *) _files ;;
  esac
}
compdef _adtrail adtrail
`,
  fish: (following, valued) => `# adtrail completion fish | source
function __adtrail_words
  set -l words (commandline -opc)
  contains -- $words[-1] ${valued.join(' ')}; and return
  set -l line
  set -l skip
  for word in $words[2..-1]
    if set -q skip[1]
      set skip
    else if contains -- $word ${leading.replaceAll('|', ' ')}
      set skip 1
    else if not string match -q -- '-*' $word
      set -a line $word
    end
  end
  switch (string join ' ' -- $line)
${following
  .map(({ after, words }) => {
    const patterns = after === '' ? "''" : `'${after}' '${after} *'`;
    return `    case ${patterns}\n      printf '%s\\n' ${words.join(' ')}`;
  })
  .join('\n')}
  end
end
complete -c adtrail -f -a '(__adtrail_words)'
${valued.map((option) => `complete -c adtrail -l ${option.slice(2)} -r -F`).join('\n')}
`,
};
