/** In DATA_DIR: how one gets into the demo company. */
export const DEMO_FILE = "demo.json"
