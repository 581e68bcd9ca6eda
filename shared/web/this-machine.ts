const thisMachine: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** An http(s) address of this machine. */
export const isThisMachine = ({ protocol, hostname }: URL) =>
  thisMachine.has(hostname) && (protocol === 'http:' || protocol === 'https:');
