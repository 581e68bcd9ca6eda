import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { both, type Draft, withEntry, withImport } from './draft.ts';
import { camel, capital, checkName, checkType, words } from './names.ts';
import { groupOf, newEndpoint } from './new-endpoint.ts';

/** Writes a type of the activity log with an endpoint that records it, in all places that list the types. */
export function newActivity(
  draft: Draft,
  { capability, type, name }: { capability: string; type: string; name: string },
  declared: readonly AnyEndpoint[],
): void {
  checkName(capability);
  checkType(type, 'order_sent');
  const id = camel(capability);
  const file = `shared/${capability}/activity.ts`;
  if (draft.textOf(file)?.includes(`'${type}'`)) throw new Error(`${file} has ${type} already.`);
  newEndpoint(draft, { folder: capability, name, auth: 'user' }, declared);
  const endpoint = `functions/api/${capability}/${name}.ts`;
  if (!draft.textOf(endpoint)?.includes("method: 'POST'")) throw new Error(`${name} only reads, so the activity log has no entry of it.`);
  draft.edit(
    endpoint,
    'records the type',
    both(
      withImport("import { activity } from '#shared/activity/activity.ts';"),
      withImport("import { activityLog } from '#shared/activity/needs.ts';"),
      (text) => text.replace("auth: 'user',", "auth: 'user',\n  needs: { activityLog },"),
      (text) =>
        text.replace(
          '({ actor: { accountId } }) {\n',
          `({ actor: { accountId } }, { activityLog }) {\n    await activityLog.record(await activity('${type}', accountId));\n`,
        ),
    ),
  );
  if (draft.textOf(file) === null) {
    draft.create(file, activityText(type));
    draft.edit(
      'shared/registry/activity-types.ts',
      'the first type of the capability',
      both(
        withImport(`import * as ${id} from '#shared/${capability}/activity.ts';`),
        withEntry(/export const activityTypes: [^\n]* = \[/, `...${id}.activityTypes,`),
      ),
    );
  } else draft.edit(file, `the type ${type}`, withEntry('export const activityTypes = [', `'${type}',`));
  draft.edit(
    'web/console/kit/activity.tsx',
    'its sentence in the console',
    withEntry("const sentences: Record<Entry['type'], string> = {", `${type}: '${capital(words(type))}',`),
  );
  draft.edit(
    'test/activity/acts.ts',
    'the act',
    withEntry(
      /export const acts: [^\n]* = \{/,
      `async ${type}(app) {
        const owner = await newOwner(app);
        return {
          ...owner,
          happen: (headers, on = app) => on.${camel(groupOf(declared))}.${camel(name)}({ headers: { ...owner.headers, ...headers } }),
        };
      },`,
    ),
  );
  draft.edit(
    'test/activity/logged-operations.ts',
    'the operation that records it',
    withEntry(/export const logged: [^\n]* = \{/, `${camel(name)}: '${type}',`),
  );
}

const activityText = (type: string) => `export const activityTypes = ['${type}'] as const;

declare module '#shared/messages/activity-types.ts' {
  interface ActivityTypes extends Record<(typeof activityTypes)[number], true> {}
}
`;
