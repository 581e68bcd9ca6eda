import { pathToFileURL } from 'node:url';

/** CommonJS has no `import.meta.url`, only the file's name. */
export const importMetaUrl = /* @__PURE__ */ (() => pathToFileURL(__filename).href)();
