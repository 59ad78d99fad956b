/** True when the build matches the sources. */
export function isBuilt(): boolean;
/** Says that the build matches the sources as they are now. */
export function stampBuild(): void;
/** Every file in a folder and its folders, or the file itself. */
export function filesIn(path: string): string[];
