class File {
  open() {}
  close() {}
}

class Socket {
  open() {}
  close() {}
}

function useFile() {
  const it = new File();
  it.open();
}

function useSocket(it) {
  it.close();
}

useFile();
useSocket(new Socket());
