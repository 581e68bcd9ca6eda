import { envFrom, variables } from '#shared/env.ts';
import { vendorSecretKinds } from '#shared/secrets.ts';
import { misspeltName, nearestName } from '#shared/values/nearest-name.ts';
import type { Stage } from './stages.ts';

const settingNames = Object.keys(variables);
const knownNames = [...settingNames, ...Object.keys(vendorSecretKinds).map((name) => name.toUpperCase())];

/**
 * Throws for a variable that is probably a misspelt setting, which would silently have its default. Variables
 * of other programs pass.
 */
export function refuseMisspeltSettings(values: Readonly<Record<string, string | undefined>>): void {
  const known = new Set(knownNames);
  const faults = Object.keys(values)
    .filter((name) => !known.has(name) && values[name] !== undefined)
    .flatMap((name) => {
      const meant = misspeltName(name, knownNames);
      return meant && values[meant] === undefined ? [`${name} is unknown, did you mean ${meant}?`] : [];
    });
  if (faults.length > 0)
    throw new Error(`Configuration: ${faults.join(' ')} \`npm run config\` lists every name.`);
}

/**
 * Throws for a setting of a stage with an unknown name, or a value that every function would reject at its
 * start.
 */
export function checkStageSettings({ name, settings }: Pick<Stage, 'name' | 'settings'>): void {
  const unknown = Object.keys(settings).filter((setting) => !settingNames.includes(setting));
  const faults = unknown.map((setting) => {
    const nearest = nearestName(setting, settingNames);
    return `${setting} is unknown${nearest ? `, did you mean ${nearest}?` : '.'}`;
  });
  if (faults.length > 0) throw new Error(`Settings of the stage ${name}: ${faults.join(' ')}`);
  envFrom({ ...settings, STAGE: name === 'prod' ? 'prod' : 'dev' });
}
