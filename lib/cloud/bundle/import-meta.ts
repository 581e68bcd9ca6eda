import { pathToFileURL } from 'node:url';

/** What `import.meta.url` becomes in a bundle, where CommonJS has only the file's name; left out where it is not used. */
export const importMetaUrl = /* @__PURE__ */ (() => pathToFileURL(__filename).href)();
