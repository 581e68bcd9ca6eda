import { variables } from '#shared/env.ts';

const width = Math.max(...Object.keys(variables).map((name) => name.length)) + 2;
process.stdout.write(
  'Set these in the environment or, for `npm start`, in a file named .env beside package.json. The environment wins.\n\n',
);
for (const [name, [form, purpose]] of Object.entries(variables)) {
  const fallback = JSON.stringify(form().safeParse(undefined).data);
  process.stdout.write(`${name.padEnd(width)}${purpose} Default: ${fallback ?? 'none'}.\n`);
}
