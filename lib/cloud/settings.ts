import { envFrom, variables } from '#shared/env.ts';
import { vendorSecretKinds } from '#shared/secrets.ts';
import { misspeltName, nearestName } from '#shared/values/nearest-name.ts';
import type { Stage } from './stages.ts';

const settingNames = Object.keys(variables);
const knownNames = [...settingNames, ...Object.keys(vendorSecretKinds).map((name) => name.toUpperCase())];

/** A misspelt setting would silently have its default, so it is an error. */
export function refuseMisspeltSettings(values: Readonly<Record<string, string | undefined>>): void {
  const validNames = new Set(knownNames);
  const faults = Object.keys(values)
    .filter((name) => !validNames.has(name) && values[name] !== undefined)
    .flatMap((name) => {
      const suggestion = misspeltName(name, knownNames);
      return suggestion && values[suggestion] === undefined ? [`${name} is unknown, did you mean ${suggestion}?`] : [];
    });
  if (faults.length > 0) throw new Error(`Configuration: ${faults.join(' ')} \`npm run config\` lists every name.`);
}

export function checkStageSettings({ name, settings }: Pick<Stage, 'name' | 'settings'>): void {
  const unknown = Object.keys(settings).filter((setting) => !settingNames.includes(setting));
  const faults = unknown.map((setting) => {
    const nearest = nearestName(setting, settingNames);
    return `${setting} is unknown${nearest ? `, did you mean ${nearest}?` : '.'}`;
  });
  if (faults.length > 0) throw new Error(`Settings of the stage ${name}: ${faults.join(' ')}`);
  envFrom({ ...settings, STAGE: name === 'prod' ? 'prod' : 'dev' });
}
