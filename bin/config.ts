import { variables } from '#shared/env.ts';

// `npm run config`: every configuration value, what it is for, and what it is when nobody sets it.
for (const [name, [form, purpose]] of Object.entries(variables)) {
  const fallback = JSON.stringify(form.safeParse(undefined).data);
  process.stdout.write(`${name.padEnd(24)}${purpose} Default: ${fallback ?? 'none'}.\n`);
}
