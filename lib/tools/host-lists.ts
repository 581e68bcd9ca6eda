type HostList = {
  version: string;
  sources: { name: string; licence: string; date: string }[];
  names: Record<string, string[]>;
  hosts: Record<string, string[]>;
};
type Published = {
  name: string;
  licence: string;
  date: string;
  assistants: string;
  engines: string;
  socials: string;
};

/**
 * The service's own entry keeps its kind, because other lists call a video site a social network. Only CC0 is
 * accepted.
 */
export function mergedHosts(list: HostList, published: Published): HostList {
  const { name, licence, date } = published;
  if (!licence.startsWith('CC0 1.0 Universal')) throw new Error(`The licence of ${name} is no longer CC0 1.0.`);
  const listed = new Set(Object.values(list.hosts).flat());
  const isNew = (host: string) => !listed.has(host) && !!listed.add(host);
  const added = {
    assistant: hostsIn(published.assistants).filter(isNew),
    social: hostsIn(published.socials).filter(isNew),
    search: hostsIn(engineUrls(published.engines)).filter(isNew),
  };
  return {
    ...list,
    version: [date, list.version].sort()[1] ?? date,
    sources: [...list.sources.filter((source) => source.name !== name), { name, licence, date }],
    hosts: Object.fromEntries(
      Object.entries(list.hosts).map(([kind, hosts]) => [kind, [...hosts, ...(kind in added ? added[kind as keyof typeof added] : [])]]),
    ),
  };
}

/** Browsers send referrers without a path, so entries with a path are skipped. */
function hostsIn(yaml: string): string[] {
  return yaml.split('\n').flatMap((line) => {
    if (!line.trim() || line.startsWith('#') || /^\S.*:\s*$/.test(line)) return [];
    const [, host] = /^ {2}- '?"?([^\s'"]+)'?"?\s*$/.exec(line) ?? [];
    if (!host) throw new Error(`This line is of an unknown form: ${line}`);
    return host.includes('/') ? [] : [host.toLowerCase().replace(/^www\./, '')];
  });
}

function engineUrls(yaml: string): string {
  let isUrls = false;
  return yaml
    .split('\n')
    .filter((line) => {
      if (/^ {4}\w+:/.test(line)) isUrls = line.trim() === 'urls:';
      else if (!line.startsWith('      ')) isUrls = false;
      return isUrls && /^ {6}- /.test(line);
    })
    .map((line) => line.slice(4))
    .join('\n');
}
