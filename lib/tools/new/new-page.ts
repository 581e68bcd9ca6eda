import { both, type Draft, withEntry } from './draft.ts';
import { camel, capital, checkName, namesOf, pascal, words } from './names.ts';

/** Writes a page of the console, with its address, its line in the menu and its entry in the palette. */
export function newPage(draft: Draft, area: string, name: string): void {
  checkName(area);
  checkName(name);
  const component = `${pascal(name)}Page`;
  const route = area === name ? `/${area}` : `/${area}/${name}`;
  const id = area === name ? camel(area) : `${camel(area)}${pascal(name)}`;
  const title = capital(words(name));
  draft.create(`web/console/${area}/${name}.tsx`, pageText(draft, name, component, title));
  const router = draft.textOf('web/console/app/router.tsx') ?? '';
  if (router.includes(`'${route}'`)) throw new Error(`The console has a page ${route} already.`);
  draft.edit(
    'web/console/app/router.tsx',
    `the address ${route}`,
    both(
      (text) =>
        text.replace(
          'const notFound = createRoute(',
          `const ${id} = page('${route}', () => import('../${area}/${name}.tsx'), '${component}');\nconst notFound = createRoute(`,
        ),
      (text) => text.replace(/(shell\.addChildren\(\[[^\]]*)notFound,/, (_, before: string) => `${before}${id}, notFound,`),
    ),
  );
  if (!draft.textOf('web/console/app/router.tsx')?.includes(`${id}, notFound`))
    throw new Error('web/console/app/router.tsx has no list of pages that ends with notFound.');
  draft.edit(
    'web/console/app/shell.tsx',
    'its line in the menu',
    withEntry(/title: 'Measure',\n\s*pages: \[/, `['${route}', '${title}', 'overview'],`),
  );
  draft.edit(
    'web/console/palette/entries.ts',
    'its entry in the palette',
    withEntry('const fixed: readonly Entry[] = [', `page('${title}', '${route}'),`),
  );
  const arrows = draft.textOf('lib/tools/arrows.ts') ?? '';
  const areas = arrows.slice(arrows.indexOf('const consoleAreas'), arrows.indexOf('.map((area) =>'));
  if (!areas.includes(`'${area}'`))
    draft.edit('lib/tools/arrows.ts', 'the area of the console', withEntry('const consoleAreas = [', `'${area}',`));
}

/** The page of a new capability lists its items. Another page has only its title. */
function pageText(draft: Draft, name: string, component: string, title: string): string {
  const { type } = namesOf(name);
  const field = name.replaceAll('-', '_');
  if (draft.textOf(`functions/api/${name}/list-${name}.ts`) === null)
    return `import { Page, Section } from '../kit/page.tsx';

export function ${component}() {
  return (
    <Page title="${title}">
      <Section title="${title}">Nothing is here yet.</Section>
    </Page>
  );
}
`;
  return `import { List } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../core/api.ts';
import { Loaded, Page, Section } from '../kit/page.tsx';

export function ${component}() {
  const answer = useQuery({ queryKey: ['${name}'], queryFn: () => call('list${type}', {}) });
  return (
    <Page title="${title}">
      <Section title="${title}">
        <Loaded query={answer}>
          {({ ${field} }) => (
            <List>
              {${field}.map((id) => (
                <List.Item key={id}>{id}</List.Item>
              ))}
            </List>
          )}
        </Loaded>
      </Section>
    </Page>
  );
}
`;
}
