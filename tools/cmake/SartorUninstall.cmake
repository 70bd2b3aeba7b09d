# Removes the files of MANIFEST, which the last installation wrote, and folders of Sartor's own that hold no
# files then.
# DESTDIR in the environment: as for the installation.
if(NOT EXISTS "${MANIFEST}")
  message(FATAL_ERROR "${MANIFEST} does not exist: nothing was installed from this build tree")
endif()
file(STRINGS "${MANIFEST}" files)
foreach(file IN LISTS files)
  set(path "$ENV{DESTDIR}${file}")
  file(REMOVE "${path}")
  get_filename_component(folder "${path}" DIRECTORY)
  list(APPEND folders "${folder}")
endforeach()

# The deepest first.
while(folders)
  list(REMOVE_DUPLICATES folders)
  list(SORT folders ORDER DESCENDING)
  list(POP_FRONT folders folder)
  file(GLOB_RECURSE left LIST_DIRECTORIES false "${folder}/*" "${folder}/.*")
  if(IS_DIRECTORY "${folder}" AND NOT left AND folder MATCHES "[Ss]artor")
    file(REMOVE_RECURSE "${folder}")
    get_filename_component(above "${folder}" DIRECTORY)
    list(APPEND folders "${above}")
  endif()
endwhile()
