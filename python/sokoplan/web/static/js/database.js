/* What is kept for good: collections that you added, their cards and levels, and your solutions.

   They are in the browser's own database (IndexedDB), or in the profile file of the server if it has one. If the browser
   does not allow that, they are kept until the page is closed. All three kinds of keeper are {name, all, get, change}:

       all(store)                    every [key, value]
       get(store, key)               one value, or undefined
       change(store, put, remove)    stores [key, value] pairs and removes keys */

import * as api from "./api.js";

const STORES = ["collections", "cards", "levels", "records"];

let keeper = null;

const opened = () => (keeper ??= choose());

async function choose() {
  const { profile = false } = await api.about().catch(() => ({}));
  return profile ? inProfile() : inBrowser().catch(() => inMemory());
}

export const all = async (store) => (await opened()).all(store);
export const get = async (store, key) => (await opened()).get(store, key);
export const change = async (store, put, remove = []) => (await opened()).change(store, put, remove);

/** Where things are kept: "browser", "profile" or "page". */
export const place = async () => (await opened()).name;

// --- in the browser -------------------------------------------------------------------------------------------------

async function inBrowser() {
  const request = indexedDB.open("sokoplan", 1);
  request.onupgradeneeded = () => STORES.forEach((name) => request.result.createObjectStore(name));
  const database = await answered(request);
  const store = (name, mode) => database.transaction(name, mode).objectStore(name);
  return {
    name: "browser",
    async all(name) {
      const found = store(name, "readonly");
      const [keys, values] = await Promise.all([answered(found.getAllKeys()), answered(found.getAll())]);
      return keys.map((key, index) => [key, values[index]]);
    },
    get: (name, key) => answered(store(name, "readonly").get(key)),
    change(name, put, remove) {
      const open = store(name, "readwrite");
      for (const key of remove) open.delete(key);
      for (const [key, value] of put) open.put(value, key);
      return new Promise((done, failed) => {
        open.transaction.oncomplete = done;
        open.transaction.onabort = () => failed(new Error("The browser's storage is full: this was not saved."));
      });
    },
  };
}

function answered(request) {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}

// --- in the profile of the server -----------------------------------------------------------------------------------

const MOST_BYTES = 400_000; // in one request

function inProfile() {
  return {
    name: "profile",
    all: async (store) => (await api.keptAll(store)).entries.map(({ key, value }) => [key, value]),
    get: (store, key) =>
      api.kept(store, key).catch((error) => (error.status === 404 ? undefined : Promise.reject(error))),
    async change(store, put, remove) {
      let part = [];
      let size = 0;
      for (const [key, value] of put) {
        part.push({ key, value });
        size += JSON.stringify(value).length;
        if (size < MOST_BYTES) continue;
        await api.keep(store, { put: part });
        [part, size] = [[], 0];
      }
      if (part.length || remove.length) await api.keep(store, { put: part, remove });
    },
  };
}

// --- until the page is closed ---------------------------------------------------------------------------------------

function inMemory() {
  const kept = Object.fromEntries(STORES.map((name) => [name, new Map()]));
  return {
    name: "page",
    all: async (store) => [...kept[store]],
    get: async (store, key) => kept[store].get(key),
    async change(store, put, remove) {
      for (const key of remove) kept[store].delete(key);
      for (const [key, value] of put) kept[store].set(key, value);
    },
  };
}
